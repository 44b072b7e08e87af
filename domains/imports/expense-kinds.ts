import type { ImportKind } from "./import-kind.ts";

export const vendorsKind: ImportKind = {
  label: "Vendors",
  noun: { singular: "vendor", plural: "vendors" },
  purpose: "The companies that send you bills. All properties share them.",
  columns: [
    {
      field: "name",
      header: "Name",
      otherNames: ["Vendor", "Vendor name", "Payee", "Payee name", "Company", "Company name", "Supplier"],
      isRequired: true,
      acceptedValues: "Up to 200 characters. Bills refer to the vendor by this name.",
      examples: ["Puget Mechanical", "Evergreen Landscape"],
    },
    {
      field: "contactName",
      header: "Contact",
      otherNames: ["Contact name", "Contact person", "Primary contact", "Attention"],
      isRequired: false,
      acceptedValues: "Up to 120 characters, or blank.",
      examples: ["Dana Ruiz", ""],
    },
    {
      field: "email",
      header: "Email",
      otherNames: ["Email address", "Vendor email", "Main email", "Contact email"],
      isRequired: false,
      acceptedValues: "An email address, or blank.",
      examples: ["dispatch@puget.example", ""],
    },
    {
      field: "phone",
      header: "Phone",
      otherNames: ["Phone number", "Telephone", "Vendor phone", "Main phone", "Work phone", "Contact phone"],
      isRequired: false,
      acceptedValues: "Up to 40 characters, or blank.",
      examples: ["206-555-0101", ""],
    },
    {
      field: "notes",
      header: "Notes",
      otherNames: ["Note", "Comments", "Comment", "Remarks", "Memo", "Description"],
      isRequired: false,
      acceptedValues: "Up to 2,000 characters, or blank.",
      examples: ["HVAC contract until 2028", ""],
    },
  ],
};
