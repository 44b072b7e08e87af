/**
 * The document types (DOC-13), in the order of the form and of the filter, which has more than the five in
 * the specification (DOC-05, DOC-25).
 */
export const documentTypes = ["Lease", "Addendum", "Maintenance", "Contract", "Insurance", "Other"] as const;
export type DocumentType = (typeof documentTypes)[number];

/** How many days before its expiration date a document needs attention. */
export const expiringWithinDays = 30;

/**
 * Who can see a document in addition to its managers: everyone in the building, the people on one lease, or
 * only staff.
 */
export const visibilities = ["building", "lease", "staff"] as const;
export type Visibility = (typeof visibilities)[number];

/** `unscanned`: uploaded while the portal had no virus scanner and not scanned since. */
export const scanStates = ["waiting", "clean", "infected", "unscanned"] as const;
export type ScanState = (typeof scanStates)[number];

/** Whether a file with this scan result can be downloaded. */
export const isDownloadable = (scan: ScanState): boolean => scan === "clean" || scan === "unscanned";
