import { call } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { exportAction, type SelectionAction, toIds } from "#web/list/selection-actions.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { countRows, useChangeSelected } from "#web/list/use-change-selected.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { useRefetch } from "#web/refetch.ts";
import { useUser } from "#web/session/session.tsx";
import {
  type DocumentCard,
  document,
  editDocument,
  exportDocuments,
  restoreDocument,
  trashDocument,
} from "../../contract.ts";
import { type DocumentType, documentTypes, type Visibility, visibilities } from "../../types.ts";
import { getVisibilities } from "../format.ts";
import { documentKeys } from "../query-keys.ts";

const nouns = ["document", "documents"] as const;
const visibilityLabels: Record<Visibility, string> = {
  building: "Everyone in the building",
  lease: "The tenant",
  staff: "Staff only",
};

const viewers: Record<Exclude<Visibility, "staff">, string> = {
  building: "Every tenant in the building can open them.",
  lease: "Each document can be opened by the tenants on its lease.",
};

/** The actions on the selected documents. Technicians change only those they uploaded. */
export function SelectedDocuments({ selection }: { selection: Selection<DocumentCard> }) {
  const { rows } = selection;
  const { id: userId, role } = useUser();
  const { bulkChange, changeSelected } = useChangeSelected<DocumentCard>({
    nouns,
    getCurrent: (error) => getCurrentRecord(document, error),
    refetch: useRefetch(documentKeys.all),
  });
  const isManager = role === "admin" || role === "landlord";
  const canEdit = isManager || rows.every(({ createdBy }) => createdBy.id === userId);
  const count = countRows(rows.length, nouns);
  const edit = (
    { id, version }: Pick<DocumentCard, "id" | "version">,
    body: { type: DocumentType } | { visibility: Visibility },
  ) => call(editDocument, { params: { id }, body, version });

  const typeAction: SelectionAction = {
    label: "Type",
    choices: documentTypes.map((type) => ({
      label: type,
      run: () =>
        changeSelected({
          rows,
          change: (row) => edit(row, { type }),
          title: "Documents Updated",
          describe: (changed) => `${changed} changed to type ${type}.`,
          getUndo: (row, changed) => () => edit(changed, { type: row.type }),
        }),
    })),
  };
  const visibilityAction: SelectionAction = {
    label: "Visible to",
    choices: visibilities
      .filter((visibility) => rows.every((row) => getVisibilities(row).includes(visibility)))
      .map((visibility) => ({
        label: visibilityLabels[visibility],
        question:
          visibility !== "staff" && rows.some((row) => row.visibility !== visibility)
            ? {
                title: `Make ${count} visible to ${visibilityLabels[visibility].toLowerCase()}?`,
                description: viewers[visibility],
                confirmLabel: "Make Visible",
              }
            : undefined,
        run: () =>
          changeSelected({
            rows,
            change: (row) => edit(row, { visibility }),
            title: "Documents Updated",
            describe: (changed) =>
              `${changed} now visible to: ${visibilityLabels[visibility].toLowerCase()}.`,
            getUndo: (row, changed) => () => edit(changed, { visibility: row.visibility }),
          }),
      })),
  };
  const trashAction: SelectionAction = {
    label: "Move to Trash",
    question: {
      title: `Move ${count} to the trash?`,
      description: "You can restore them for 30 days.",
      confirmLabel: "Move to Trash",
      isDestructive: true,
    },
    run: () =>
      changeSelected({
        rows,
        change: ({ id, version }) => call(trashDocument, { params: { id }, version }),
        title: "Moved to Trash",
        describe: (moved) => `${moved} can be restored for 30 days.`,
        getUndo:
          ({ id }) =>
          () =>
            call(restoreDocument, { params: { id }, body: {} }),
      }),
  };
  return (
    <SelectionBar
      noun="documents"
      position="header"
      selection={selection}
      bulkChange={bulkChange}
      getName={({ title }) => title}
      actions={[
        ...(canEdit ? [typeAction] : []),
        ...(isManager ? [visibilityAction] : []),
        ...(canEdit ? [trashAction] : []),
        exportAction(exportDocuments, { ids: toIds(rows) }, "the selected documents"),
      ]}
    />
  );
}
