import { lookUp } from "#shared/look-up.ts";
import { getSubjectTypeLabel } from "./actions.ts";
import type { AuditEntry } from "./contract.ts";

type Subject = AuditEntry["subject"];

/**
 * Returns the name of a subject, such as `Unit no. 12` for a deleted unit. A subject without a name is shown
 * by its id.
 */
export function getSubjectName({ type, id, label }: Subject): string {
  if (label !== null) return label;
  if (type === "list") return capitalize(getListName(id).replace(/^the /, ""));
  if (type === "network" || type === "settings") return id;
  return `${getSubjectTypeLabel(type)} no. ${id}`;
}

/** Returns the name of a subject within a sentence: `the lease of Kestrel`, `unit no. 12`, `the audit log`. */
export function getSubjectInSentence(subject: Subject): string {
  const { type, id, label } = subject;
  if (type === "list") return getListName(id);
  const name = getSubjectName(subject);
  const isId = label === null && (type === "network" || type === "settings");
  if (label === null) return isId ? name : uncapitalize(name);
  return (lookUp(sentenceNames, type) ?? ((text: string) => text))(name);
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const uncapitalize = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The types whose names start with a general term, or need one in front. */
const sentenceNames = {
  lease: (name) => `the ${uncapitalize(name)}`,
  "bank-deposit": (name) => `the ${uncapitalize(name)}`,
  export: (name) => `the ${uncapitalize(name)}`,
  bill: uncapitalize,
  "saved-report": (name) => `the saved report “${name}”`,
  "saved-view": (name) => `the view “${name}”`,
} satisfies Record<string, (name: string) => string>;

/** The exported lists whose names aren't plain plurals. */
const listNames = {
  "api-tokens": "API tokens",
  "audit-log": "the audit log",
  "documents-in-trash": "the documents in the trash",
  journal: "the journal",
  outbox: "the outbox",
  "payment-confirmations": "reported payments",
  "property-settings": "the settings of properties",
} as const;

/** Returns the name of an exported list or report: `work orders`, `the rent roll report`, `the ledger of lease 7`. */
function getListName(id: string): string {
  const name = id.replaceAll("-", " ");
  return lookUp(listNames, id) ?? (/ of | report$/.test(name) ? `the ${name}` : name);
}
