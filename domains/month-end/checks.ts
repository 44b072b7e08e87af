/** The checks before a month is closed. They cover everything through its last day, earlier months too. */
export const monthChecks = {
  unposted: {
    label: "Unposted charges",
    done: "Every charge and late fee through the end of the month is posted.",
    open: "Charges and late fees post automatically every hour. The month can be closed after that.",
    isBlocking: true,
  },
  credits: {
    label: "Unapplied credits",
    done: "Every payment and credit is applied to a charge.",
    open: "Payments and credits that aren't applied to a charge yet.",
    isBlocking: false,
  },
  reported: {
    label: "Manual payments to review",
    done: "Every reported payment is approved or rejected.",
    open: "Payments approved later are dated in the next open month.",
    isBlocking: false,
  },
  deposits: {
    label: "Payments not deposited",
    done: "Every check and cash payment is in a bank deposit.",
    open: "Checks and cash that aren't in a bank deposit.",
    isBlocking: false,
  },
  disputes: {
    label: "Disputed payments",
    done: "No payment is disputed.",
    open: "If the payer's bank decides against you, the payment is reversed in the next open month.",
    isBlocking: false,
  },
  moves: {
    label: "Move-outs without a deposit statement",
    done: "The security deposit of every ended lease is applied or refunded.",
    open: "Leases that ended and still hold a security deposit, so their deposit statement isn't final.",
    isBlocking: false,
  },
} as const satisfies Record<string, { label: string; done: string; open: string; isBlocking: boolean }>;

export type MonthCheckName = keyof typeof monthChecks;
export const monthCheckNames = Object.keys(monthChecks) as [MonthCheckName, ...MonthCheckName[]];
