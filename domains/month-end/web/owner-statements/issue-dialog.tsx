import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { formatMonth } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useRefetch } from "#web/refetch.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { issueOwnerStatement, type OwnerStatement } from "../../owner-statement-contract.ts";
import { ownerStatementPath } from "../../paths.ts";
import { monthsKey } from "../queries.ts";

export interface StatementDialogProps {
  propertyId: number;
  statement: OwnerStatement;
  onClose: () => void;
}

/** Issues the first version of a statement, or a corrected one with its reason. */
export function IssueDialog({ propertyId, statement, onClose }: StatementDialogProps) {
  const { property, month, isMonthClosed, versions, amounts, notesVersion } = statement;
  const [, navigate] = useLocation();
  const title = formatMonth(`${month}-01`);
  const corrects = versions[0]?.number ?? 0;
  const form = useContractForm(issueOwnerStatement.body, { corrects, amounts, notesVersion, reason: "" });
  const save = useMutation({
    mutationFn: (body: BodyOf<typeof issueOwnerStatement>) =>
      call(issueOwnerStatement, { params: { id: propertyId, month }, body }),
    onSuccess: () => {
      toast({
        title: "Statement Issued",
        description: `The PDF for ${title} was added to the documents for ${property}.`,
      });
      onClose();
      navigate(ownerStatementPath(propertyId, month));
    },
    onSettled: useRefetch(monthsKey),
  });
  return (
    <FormDialog
      title={`Issue ${corrects === 0 ? "the" : "a corrected"} statement for ${title}?`}
      description={`The figures and notes never change afterward. The PDF is added to the documents for ${property}, visible only to its managers.${corrects === 0 ? "" : ` Version ${corrects} stays there too.`}`}
      submitLabel={corrects === 0 ? "Issue Statement" : "Issue Corrected Statement"}
      busyLabel="Issuing..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      {!isMonthClosed && (
        <Banner kind="warning" title={`${title} isn't closed.`}>
          Entries can still be dated in it. The statement would then no longer match the ledger.
        </Banner>
      )}
      {corrects > 0 && (
        <Field label="Reason" error={form.formState.errors.reason?.message} isRequired>
          <Textarea {...form.register("reason")} rows={2} maxLength={500} />
        </Field>
      )}
    </FormDialog>
  );
}
