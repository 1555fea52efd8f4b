/**
 * The contract that every backend keeps, as one JUnit suite: {@link io.rvi.contract.LogContract}. A
 * backend extends it in its own tests and says by {@link io.rvi.contract.ContractClusters} how its
 * clusters are made: nodes in this JVM ({@link io.rvi.contract.EmbeddedClusters}) or in processes
 * of their own. The cases know nothing but the API, the SPI and {@link
 * io.rvi.contract.ContractCluster}.
 */
@NullMarked
package io.rvi.contract;

import org.jspecify.annotations.NullMarked;
