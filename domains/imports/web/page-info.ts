import { FileUp } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { importsPages } from "./pages.ts";

export const importsPageInfo = describePages(importsPages, {
  import: {
    title: "Import",
    description:
      "Import properties, leases, bills, and more from a spreadsheet. Every row is checked before anything is saved.",
    tips: [
      { text: "Upload a CSV or XLSX file as another system exports it, and match its columns to fields." },
      { text: "You can undo an import until one of its records is changed or used." },
      { text: "To bring your documents along, upload them in a ZIP." },
      {
        text: "The reading of a value is shown below it if it differs. The check lists every row with an error.",
      },
    ],
    entry: {
      place: "Property Management",
      icon: FileUp,
      searchWords:
        "upload csv excel spreadsheet migrate vendors bills invoices budgets base year cap history",
    },
  },
});
