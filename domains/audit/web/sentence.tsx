import { Link } from "wouter";
import { paths } from "#web/paths.ts";
import { kindLabels, sentenceOf } from "../actions.ts";
import type { AuditEntry } from "../contract.ts";

/** The page of a record, for kinds that have one. */
const pages: Record<string, (id: number) => string> = {
  person: paths.user,
  property: paths.property,
  unit: paths.unit,
  lease: paths.lease,
  company: paths.company,
  "work-order": paths.workOrder,
  document: paths.document,
  import: paths.importOf,
  team: () => paths.dispatch,
  "dispatch-rule": () => paths.dispatch,
  webhook: paths.webhook,
};

/** The page with what is kept of a deleted record, for kinds that have one. */
const pagesOfDeleted: Record<string, (id: number) => string> = { "work-order": paths.deletedOrder };

/** The same without the link, where the whole row is a button. */
export function plainSentence({ action, actorId, subject }: AuditEntry): string {
  const { before, hasSubject, after } = sentenceOf(action, actorId);
  return `${before}${hasSubject ? nameOf(subject) : ""}${after}`;
}

/** The action, with a link to its subject, or to what is kept of it. */
export function Sentence({ entry: { action, actorId, subject } }: { entry: AuditEntry }) {
  const { before, hasSubject, after } = sentenceOf(action, actorId);
  return (
    <>
      {before}
      {hasSubject && <Subject subject={subject} />}
      {after}
    </>
  );
}

export function Subject({ subject }: { subject: AuditEntry["subject"] }) {
  const page = (subject.label === null ? pagesOfDeleted : pages)[subject.type];
  if (page === undefined) return <b className="font-medium">{nameOf(subject)}</b>;
  return (
    <Link
      href={page(Number(subject.id))}
      className="thumb font-medium text-accent-text underline-offset-4 hover:underline"
    >
      {nameOf(subject)}
    </Link>
  );
}

/** `Unit 12` for a deleted one; a subject without a name is shown by its id. */
export function nameOf({ type, id, label }: AuditEntry["subject"]): string {
  if (label !== null) return label;
  if (type === "list") return id.replaceAll("-", " ");
  if (type === "network" || type === "settings") return id;
  return `${kindLabels[type] ?? type} no. ${id}`;
}
