package io.rvi.isr.sim;

import io.rvi.isr.protocol.EpochHistory;
import io.rvi.isr.protocol.IsrState;
import io.rvi.isr.protocol.Member;
import io.rvi.isr.protocol.OffsetAndEpoch;
import io.rvi.isr.protocol.ReplicationRules;
import java.util.List;

/** The rules of earlier designs, each of which loses records in the schedule named there. */
enum LegacyRules implements ReplicationRules {
  /** A member counts on whatever storage it comes back with (S2, S8a, S9). */
  ANY_STORAGE {
    @Override
    public boolean storageMatters() {
      return false;
    }
  },

  /** Followers are not told where their logs depart (S2b; before KIP-101, without a cut). */
  NO_TRUNCATION {
    @Override
    public OffsetAndEpoch endOfEpoch(EpochHistory history, long lastFetchedEpoch, long logEnd) {
      return new OffsetAndEpoch(Long.MAX_VALUE, lastFetchedEpoch);
    }

    @Override
    public boolean continues(long lastEpoch, long batchEpoch) {
      return true;
    }
  },

  /** The leader tells where the follower's epoch ends, but not which epoch it speaks of (S3). */
  KIP_101 {
    @Override
    public OffsetAndEpoch endOfEpoch(EpochHistory history, long lastFetchedEpoch, long logEnd) {
      for (OffsetAndEpoch start : history.entries()) {
        if (start.epoch() > lastFetchedEpoch) {
          return new OffsetAndEpoch(start.offset(), lastFetchedEpoch);
        }
      }
      return new OffsetAndEpoch(logEnd, lastFetchedEpoch);
    }

    @Override
    public boolean continues(long lastEpoch, long batchEpoch) {
      return true;
    }
  },

  /** A leader serves followers of any epoch, which compared their logs when they began (S4). */
  NO_EPOCH_FENCE {
    @Override
    public boolean servesEpoch(long requestEpoch, long leaderEpoch) {
      return true;
    }

    @Override
    public OffsetAndEpoch endOfEpoch(EpochHistory history, long lastFetchedEpoch, long logEnd) {
      return new OffsetAndEpoch(Long.MAX_VALUE, lastFetchedEpoch);
    }
  },

  /** A follower enters the in-sync set at the leader's high watermark, which may trail (S5). */
  JOIN_AT_HIGH_WATERMARK {
    @Override
    public boolean mayJoin(long counted, long highWatermark, long epochStart, boolean keepsUp) {
      return counted >= highWatermark;
    }
  },

  /** A fetch that diverges still says how far the follower is (S6). */
  DIVERGING_FETCH_COUNTS {
    @Override
    public boolean divergingFetchCounts() {
      return true;
    }
  },

  /** A record is committed when the last stored in-sync set has it (S7). */
  COMMIT_OVER_STORED {
    @Override
    public List<Member> commitMembers(IsrState isr) {
      return isr.committed();
    }
  },

  /** A proposal whose answer is lost is taken for failed (S7b). */
  UNKNOWN_IS_FAILED {
    @Override
    public boolean unknownStaysPossible() {
      return false;
    }
  },

  /** A record is committed when the proposed in-sync set has it (S7c). */
  COMMIT_OVER_PROPOSED {
    @Override
    public List<Member> commitMembers(IsrState isr) {
      return isr.proposals().isEmpty()
          ? isr.committed()
          : isr.proposals().get(isr.proposals().size() - 1).isr();
    }
  },

  /** A restarted node takes metadata that was meant for its earlier life (S8b). */
  ANY_INCARNATION {
    @Override
    public boolean incarnationMatters() {
      return false;
    }
  }
}
