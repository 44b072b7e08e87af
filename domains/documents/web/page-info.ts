import { FileText, Trash2 } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { documentTrashPath } from "../paths.ts";
import { documentsPages } from "./pages.ts";

export const documentsPageInfo = describePages(documentsPages, {
  documents: {
    title: "Documents",
    description: "Find, download, and upload leases, certificates, contracts, and other building documents.",
    tips: [
      {
        text: "Search looks at titles and the text inside PDF, DOCX, and XLSX files. Select “Search titles only” to leave out the text.",
      },
      { text: "Deleted documents stay in the trash for 30 days.", permission: "documents.edit" },
    ],
    entry: {
      place: "Main",
      icon: FileText,
      searchWords: "files papers certificates contracts insurance export",
    },
    searchResults: [
      {
        group: "Pages",
        label: "Trash",
        searchWords: "deleted documents restore bin",
        icon: Trash2,
        href: documentTrashPath,
        permission: "documents.edit",
        isPartOfPage: true,
      },
    ],
  },
  document: {
    title: "Document",
    description: "Preview, access, versions, and expiration date.",
    tips: [
      {
        text: "When a document is renewed, upload a new version. Earlier versions are kept.",
        permission: "documents.edit",
      },
    ],
  },
});
