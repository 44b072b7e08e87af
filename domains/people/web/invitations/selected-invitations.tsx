import {
  type Invitation,
  resendInvitation,
  withdrawInvitation,
} from "#domains/people/invitation-contract.ts";
import { call } from "#web/api-client.ts";
import type { SelectionAction } from "#web/list/selection-actions.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { countRows, useChangeSelected } from "#web/list/use-change-selected.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { useRefetch } from "#web/refetch.ts";
import { peopleKeys } from "../query-keys.ts";

const nouns = ["invitation", "invitations"] as const;

/** The actions on the selected invitations, if none of them was accepted or withdrawn. */
export function SelectedInvitations({ selection }: { selection: Selection<Invitation> }) {
  const { rows } = selection;
  const { bulkChange, changeSelected } = useChangeSelected<Invitation>({
    nouns,
    getCurrent: () => undefined,
    refetch: useRefetch(peopleKeys.all),
  });
  const count = countRows(rows.length, nouns);
  const actions: SelectionAction[] = [
    {
      label: "Resend",
      question: {
        title: `Resend ${count}?`,
        description: "Each email has a new link that's valid for 14 days. The previous links stop working.",
        confirmLabel: "Resend",
      },
      run: () =>
        changeSelected({
          rows,
          change: ({ id }) => call(resendInvitation, { params: { id } }),
          title: "Invitations Resent",
          describe: (resent) => `${resent} emailed again.`,
        }),
    },
    {
      label: "Withdraw",
      question: {
        title: `Withdraw ${count}?`,
        description: "The links in the emails will stop working.",
        confirmLabel: "Withdraw",
        isDestructive: true,
      },
      run: () =>
        changeSelected({
          rows,
          change: ({ id }) => call(withdrawInvitation, { params: { id } }),
          title: "Invitations Withdrawn",
          describe: (withdrawn) => `${withdrawn} withdrawn.`,
        }),
    },
  ];
  return (
    <SelectionBar
      noun="invitations"
      position="header"
      selection={selection}
      bulkChange={bulkChange}
      getName={({ email }) => email}
      actions={rows.every(({ state }) => state === "pending" || state === "expired") ? actions : []}
    />
  );
}
