import { FileText, FileUp, Trash2 } from "#web/icons.ts";
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
      {
        text: "Add many documents with “Upload ZIP.” Their folders and names show where they belong.",
        permission: "documents.upload-zip",
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
  documentZip: {
    title: "Upload a ZIP",
    description: "Add many documents in one step, such as when you move in from another system.",
    tips: [
      {
        text: "The portal finds the property, unit, tenant, and type of a document in its folder and file name.",
      },
      { text: "Correct the list before you add the documents. A file that can't be added has its reason." },
      { text: "Only staff can see the documents until you share them." },
    ],
    entry: {
      place: "Search",
      icon: FileUp,
      searchWords: "zip archive bulk many documents files migrate",
    },
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
