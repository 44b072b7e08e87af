import { Download } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { exportsPages } from "./pages.ts";

export const exportsPageInfo = describePages(exportsPages, {
  dataExport: {
    title: "Data Export",
    description: "Everything the portal stores, as one ZIP file in formats that other systems can read.",
    tips: [
      { text: "The README in the ZIP describes each table and each column." },
      { text: "Passwords and other secrets aren't exported." },
    ],
    entry: {
      place: "Search",
      icon: Download,
      searchWords: "everything zip csv backup archive download move out migrate leave all data files",
    },
  },
});
