import { useMutation, useQuery } from "@tanstack/react-query";
import { settingsPath } from "#domains/settings/paths.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { journalAccountNames, journalAccounts } from "../journal-accounts.ts";
import { type JournalSetup, readJournalAccounts, saveJournalAccounts } from "../journal-contract.ts";

/** The accounts of the accounting system that journals are exported to, for administrators. */
export default function JournalAccountsPage() {
  return (
    <>
      <PageHeader back={{ href: settingsPath, label: "Settings" }} title="Journal Accounts" />
      <RecordPage
        query={useQuery(endpointQuery(readJournalAccounts, {}))}
        noun="journal accounts"
        all={{ href: settingsPath, label: "Settings" }}
      >
        {(setup) => <AccountsForm key={setup.version} setup={setup} />}
      </RecordPage>
    </>
  );
}

function AccountsForm({ setup }: { setup: JournalSetup }) {
  const form = useContractForm(saveJournalAccounts.body, setup);
  const { register, formState, handleSubmit } = form;
  const save = useMutation({
    mutationFn: (body: JournalSetup) => call(saveJournalAccounts, { body }),
    onSuccess: () =>
      toast({ title: "Accounts Saved", description: "They apply from the next journal you export." }),
    onSettled: useRefetch([readJournalAccounts.path]),
  });
  return (
    <form
      noValidate
      className="max-w-160 space-y-6"
      onSubmit={handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <Section
        title="Accounts"
        description="QuickBooks matches accounts by name, exactly as in your chart of accounts. Xero matches them by code."
      >
        <ul className="divide-y divide-line">
          {journalAccountNames.map((account, index) => {
            const { label } = journalAccounts[account];
            const errors = formState.errors.accounts?.[account];
            return (
              <li key={account} className="py-3">
                {/* When the fields are in columns, the first account's labels are enough. */}
                <fieldset
                  className={classes(
                    "grid grid-cols-[minmax(0,1fr)_6rem] gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)_7rem]",
                    index > 0 && "sm:[&_:has(>label)]:sr-only",
                  )}
                >
                  <legend
                    className={classes(
                      "mb-1 font-medium sm:float-left sm:mb-0",
                      index === 0 ? "sm:pt-8" : "sm:pt-2",
                    )}
                  >
                    {label}
                  </legend>
                  <Field label="Name" error={errors?.name?.message} isRequired>
                    <Input {...register(`accounts.${account}.name`)} maxLength={100} />
                  </Field>
                  <Field label="Code" error={errors?.code?.message}>
                    <Input {...register(`accounts.${account}.code`)} maxLength={20} />
                  </Field>
                </fieldset>
              </li>
            );
          })}
        </ul>
      </Section>
      <Section
        title="Xero"
        description="Xero doesn't accept journals posted to its own Accounts Receivable account or to bank accounts. Create separate accounts for these lines."
      >
        <div className="max-w-80 pt-4">
          <Field
            label="Tax rate"
            hint="The full name of the tax rate in Xero."
            error={formState.errors.taxRate?.message}
            isRequired
          >
            <Input {...register("taxRate")} maxLength={50} />
          </Field>
        </div>
      </Section>
      <Button type="submit" variant="primary" isBusy={save.isPending} busyLabel="Saving...">
        Save Accounts
      </Button>
    </form>
  );
}
