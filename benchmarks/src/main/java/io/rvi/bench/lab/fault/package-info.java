/**
 * Faults as named objects, and their schedule on a load's timeline.
 *
 * <p>A {@link io.rvi.bench.lab.fault.Fault} says whether it is available on a cluster, and why not;
 * injected, it becomes an {@link io.rvi.bench.lab.fault.Injected}, which proves that it landed and
 * heals it. {@link io.rvi.bench.lab.fault.FaultRunner} runs a schedule, with a look at the
 * cluster's health before and after. A trial with a fault that did not land is void.
 */
@NullMarked
package io.rvi.bench.lab.fault;

import org.jspecify.annotations.NullMarked;
