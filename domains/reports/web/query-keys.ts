import { listSavedReports } from "../saved-reports-contract.ts";

/** The keys of the queries about saved reports. */
export const reportKeys = { saved: [listSavedReports.path] } as const;
