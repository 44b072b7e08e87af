interface LeaseCounts {
  leases: number;
  activeLeases: number;
}

/** `2 active`, `1 active of 3`. */
export const formatActiveLeases = ({ leases, activeLeases }: LeaseCounts): string =>
  activeLeases === leases ? `${leases} active` : `${activeLeases} active of ${leases}`;

/** `No leases`, `1 active lease`, `1 active of 3 leases`. */
export const formatLeaseCount = (counts: LeaseCounts): string =>
  counts.leases === 0
    ? "No leases"
    : `${formatActiveLeases(counts)} ${counts.leases === 1 ? "lease" : "leases"}`;
