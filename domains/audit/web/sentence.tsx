import { Link } from "wouter";
import { paths } from "#web/paths.ts";
import { subjectTypeLabels, toSentence } from "../actions.ts";
import type { AuditEntry } from "../contract.ts";

/** The page of a record, for types that have one. */
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

/** The page with the saved data of a deleted record, for types that have one. */
const pagesOfDeleted: Record<string, (id: number) => string> = { "work-order": paths.deletedOrder };

/** Formats the sentence without the link, for rows that are buttons. */
export function formatSentence({ action, actorId, subject }: AuditEntry): string {
  const { before, hasSubject, after } = toSentence(action, actorId);
  return `${before}${hasSubject ? getSubjectName(subject) : ""}${after}`;
}

/** The action, with a link to its subject or to the saved data of a deleted subject. */
export function Sentence({ entry: { action, actorId, subject } }: { entry: AuditEntry }) {
  const { before, hasSubject, after } = toSentence(action, actorId);
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
  if (page === undefined) return <b className="font-medium">{getSubjectName(subject)}</b>;
  return (
    <Link
      href={page(Number(subject.id))}
      className="thumb font-medium text-accent-text underline-offset-4 hover:underline"
    >
      {getSubjectName(subject)}
    </Link>
  );
}

/**
 * Returns the name of a subject, such as `Unit no. 12` for a deleted unit. A subject without a name is shown
 * by its id.
 */
export function getSubjectName({ type, id, label }: AuditEntry["subject"]): string {
  if (label !== null) return label;
  if (type === "list") return id.replaceAll("-", " ");
  if (type === "network" || type === "settings") return id;
  return `${subjectTypeLabels[type] ?? type} no. ${id}`;
}
