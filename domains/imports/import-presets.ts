/**
 * Exports of other systems, recognized by the columns that their vendors publish. Their names are listed with our fields
 * (`otherNames`). For Rent Manager and the commercial rent roll of Yardi Voyager, no list is public.
 */
export const importPresets: readonly { system: string; columns: readonly string[] }[] = [
  // https://help.breeze.cafe/en/articles/13122893-understanding-the-rent-roll
  { system: "Yardi Breeze", columns: ["Market Rent", "Actual Rent", "Deposit", "Other Deposits", "Misc"] },
  // https://github.com/RichRock27/Make_Ready_Board/blob/main/DATA_CONTRACT.md
  { system: "AppFolio", columns: ["Unit", "Tenant", "Rent", "Lease From", "Lease To", "Deposit"] },
  // https://support.buildium.com/hc/en-us/articles/200709868-Data-Import-Tenants-and-leases
  { system: "Buildium", columns: ["Property", "Unit number", "First name", "Last name"] },
  // https://sage-intacct-real-estate.scrollhelp.site/sire/detailed-rent-roll
  {
    system: "Sage Intacct",
    columns: ["Unit", "Total Sq. Ft.", "Current Tenant", "Actual Move in", "Lease Expiration Date"],
  },
];
