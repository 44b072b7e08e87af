/** The document types (DOC-13), in the order of the form and, beyond the specified five, of the filter (DOC-05, DOC-25). */
export const documentTypes = ["Lease", "Addendum", "Maintenance", "Contract", "Insurance", "Other"] as const;
export type DocumentType = (typeof documentTypes)[number];

/** How near the expiry date is of a document that needs attention. */
export const expiringWithinDays = 30;

/** Who sees a document besides those who run the building: everyone in it, the members of one lease, or nobody. */
export const visibilities = ["building", "lease", "staff"] as const;
export type Visibility = (typeof visibilities)[number];

/** `unscanned`: uploaded while the portal had no virus scanner, and not scanned since. */
export const scanStates = ["waiting", "clean", "infected", "unscanned"] as const;
export type ScanState = (typeof scanStates)[number];

/** Only such files can be downloaded. */
export const isToHave = (scan: ScanState): boolean => scan === "clean" || scan === "unscanned";
