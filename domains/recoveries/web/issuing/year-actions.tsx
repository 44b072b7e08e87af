import { useState } from "react";
import { useLocation } from "wouter";
import { call } from "#web/api-client.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { Button, ButtonLink, IconButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { reopenReconciliation, reverseReconciliation } from "../../issue-contract.ts";
import { reconciliationDraftPath, reconciliationPath } from "../../paths.ts";
import type { Reconciliation } from "../../reconciliation-contract.ts";
import { describeTrueUps, findRunInEffect } from "../../runs.ts";
import { useCloseReconciliation, useMarkReviewed } from "../mutations.ts";
import { IssueDialog } from "./issue-dialog.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

type OpenDialog = "issue" | "reverse" | "close" | "reopen";

/** The next step of a reconciliation as the main button, and a menu with the others. */
export function YearActions({ reconciliation }: { reconciliation: Reconciliation }) {
  const { property, year, state, changes, fingerprint, cannotIssue, findings } = reconciliation;
  const propertyYear = { id: property.id, year };
  const [dialog, setDialog] = useState<OpenDialog>();
  const [, navigate] = useLocation();
  const canReopen = useCan("recoveries.reopen");
  const review = useMarkReviewed(propertyYear);
  const close = useCloseReconciliation(propertyYear);
  const onClose = () => setDialog(undefined);
  const run = findRunInEffect(reconciliation);
  const hasOpenFindings = findings.some(({ acceptance }) => acceptance === null);
  return (
    <>
      {state === "draft" && cannotIssue === null && (
        <Button
          variant="primary"
          isBusy={review.isPending}
          busyLabel="Saving..."
          onClick={() => review.mutate(fingerprint)}
        >
          Mark as Reviewed
        </Button>
      )}
      {state === "reviewed" && cannotIssue === null && !hasOpenFindings && (
        <Button variant="primary" onClick={() => setDialog("issue")}>
          {run === undefined ? "Issue Statements" : "Issue Correction"}
        </Button>
      )}
      {state === "issued" && changes.length > 0 && (
        <ButtonLink variant="primary" href={reconciliationDraftPath(property.id, year)}>
          Review Changes
        </ButtonLink>
      )}
      {state === "issued" && changes.length === 0 && (
        <Button variant="primary" onClick={() => setDialog("close")}>
          Close Year
        </Button>
      )}
      {state === "closed" && canReopen && <Button onClick={() => setDialog("reopen")}>Reopen Year</Button>}
      {state === "issued" && (
        <Menu
          label="More actions"
          trigger={(props) => (
            <IconButton {...props} label="More actions">
              <EllipsisVertical />
            </IconButton>
          )}
        >
          {changes.length > 0 && <MenuItem onSelect={() => setDialog("close")}>Close year</MenuItem>}
          <MenuItem isDestructive onSelect={() => setDialog("reverse")}>
            Reverse statements
          </MenuItem>
        </Menu>
      )}
      {dialog === "issue" && (
        <IssueDialog
          reconciliation={reconciliation}
          onClose={onClose}
          onIssued={() => navigate(reconciliationPath(property.id, year))}
        />
      )}
      {dialog === "reverse" && run !== undefined && (
        <ReasonDialog
          title={`Reverse ${run.reason === null ? "the statements" : "the correction"} for ${year}?`}
          description={`This reverses ${describeTrueUps(run)}, moves the documents to the trash, and notifies the tenants. Once a tenant has paid, issue a correction instead.`}
          submitLabel="Reverse Statements"
          busyLabel="Reversing..."
          save={(reason) =>
            call(reverseReconciliation, { params: propertyYear, body: { number: run.number, reason } })
          }
          done={{ title: "Statements Reversed", description: "The tenants are notified." }}
          onClose={onClose}
        />
      )}
      {dialog === "reopen" && (
        <ReasonDialog
          title={`Reopen the reconciliation of ${year}?`}
          description="Its statements can be corrected or reversed again. The audit log shows who reopened it and why."
          submitLabel="Reopen Year"
          busyLabel="Reopening..."
          save={(reason) => call(reopenReconciliation, { params: propertyYear, body: { reason } })}
          done={{
            title: "Reconciliation Reopened",
            description: `The statements for ${year} can be corrected or reversed again.`,
          }}
          onClose={onClose}
        />
      )}
      {run !== undefined && (
        <ConfirmDialog
          isOpen={dialog === "close"}
          onClose={onClose}
          title={`Close the reconciliation of ${year}?`}
          description={`Its statements can't be corrected or reversed anymore. Only an administrator can reopen it.${changes.length === 0 ? "" : " Amounts that have changed since the statements were issued stay as they were issued."}`}
          confirmLabel="Close Year"
          busyLabel="Closing..."
          isBusy={close.isPending}
          onConfirm={() => close.mutate(run.number, { onSettled: onClose })}
        />
      )}
    </>
  );
}
