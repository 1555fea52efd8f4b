package io.rvi.contract;

import org.junit.jupiter.api.Nested;

/**
 * The contract of a replicated log. A backend extends this class once for each topology and gives
 * {@link #clusters}; each part is a nested class with a tag, to be run alone as in {@code
 * -Dtest=RaftContractTest -Dgroups=appends}.
 *
 * <p>Cases that harm a cluster have one of their own. Nothing here is timed but the deadlines that
 * the API promises, and those with much room.
 */
public abstract class LogContract {
  /** Makes the clusters that the cases run on; the same object each time. */
  protected abstract ContractClusters clusters();

  @Nested
  final class Appends extends AppendContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Reads extends ReadContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Topics extends TopicContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Consumers extends ConsumerContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Clients extends ClientContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Resources extends ResourceContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Crashes extends CrashContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Outages extends OutageContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Reassignment extends ReassignmentContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }

  @Nested
  final class Offline extends OfflineContract {
    @Override
    ContractClusters clusters() {
      return LogContract.this.clusters();
    }
  }
}
