interface Counted {
  leases: number;
  runningLeases: number;
}

/** `2 active`, `1 active of 3`. */
export const activeInWords = ({ leases, runningLeases }: Counted): string =>
  runningLeases === leases ? `${leases} active` : `${runningLeases} active of ${leases}`;

/** `No leases`, `1 active lease`, `1 active of 3 leases`. */
export const leasesInWords = (company: Counted): string =>
  company.leases === 0
    ? "No leases"
    : `${activeInWords(company)} ${company.leases === 1 ? "lease" : "leases"}`;
