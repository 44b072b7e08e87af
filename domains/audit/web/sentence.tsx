import { Link } from "wouter";
import { paths } from "#web/paths.ts";
import { kindLabels, sentenceOf } from "../actions.ts";
import type { AuditEntry } from "../contract.ts";

/** Where a record is looked at, for those that have a page. */
const pages: Record<string, (id: number) => string> = {
  person: paths.user,
  property: paths.property,
  unit: paths.unit,
  lease: paths.lease,
  "work-order": paths.workOrder,
  document: paths.document,
  import: paths.importOf,
};

/** What was done, with a link to what it was done to as long as it is there. */
export function Sentence({ entry: { action, subject } }: { entry: AuditEntry }) {
  const { before, hasSubject, after } = sentenceOf(action);
  return (
    <>
      {before}
      {hasSubject && <Subject subject={subject} />}
      {after}
    </>
  );
}

export function Subject({ subject }: { subject: AuditEntry["subject"] }) {
  const page = pages[subject.type];
  if (subject.label === null || page === undefined) return <b className="font-medium">{nameOf(subject)}</b>;
  return (
    <Link
      href={page(Number(subject.id))}
      className="font-medium text-accent-text underline-offset-4 hover:underline"
    >
      {subject.label}
    </Link>
  );
}

/** `Unit 12` for one that is no more; what never had a name goes by its id. */
export function nameOf({ type, id, label }: AuditEntry["subject"]): string {
  if (label !== null) return label;
  if (type === "list") return id.replaceAll("-", " ");
  if (type === "network" || type === "settings") return id;
  return `${kindLabels[type] ?? type} no. ${id}`;
}
