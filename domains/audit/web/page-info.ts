import { History } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { auditPages } from "./pages.ts";

export const auditPageInfo = describePages(auditPages, {
  audit: {
    title: "Audit log",
    description:
      "See who did what, when, and from where. Filter by person, property, record, or date, and export the results. Entries can't be changed.",
    tips: [
      {
        text: "Deleted work orders keep their log, photos, files, and signatures. Click the number to view them.",
      },
    ],
    entry: {
      place: "Admin",
      icon: History,
      searchWords: "history changes who did what trail export",
    },
  },
});
