import { FileUp } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { importsPages } from "./pages.ts";

export const importsPageInfo = describePages(importsPages, {
  import: {
    title: "Import",
    description:
      "Import properties, units, and more from a spreadsheet. Every row is checked before anything is saved.",
    tips: [
      { text: "Upload a CSV or XLSX file as another system exports it, and match its columns to fields." },
      { text: "Below each value is how it's read. The check points out every row with an error." },
    ],
    entry: {
      place: "Property Management",
      icon: FileUp,
      searchWords: "upload csv excel spreadsheet migrate",
    },
  },
});
