import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { Link } from "wouter";
import { listLeases } from "#domains/leases/contract.ts";
import { leasePath } from "#domains/leases/paths.ts";
import { ownName } from "#domains/people/profile-contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { useRename } from "./mutations.ts";

/** The user's role, address, and name. The name can be changed. */
export function ProfileDetails() {
  const user = useUser();
  const form = useContractForm(ownName, { fullName: user.fullName });
  const fullName = useWatch({ control: form.control, name: "fullName" });
  const canWrite = useIsServerReachable();
  const rename = useRename();
  const save = form.handleSubmit((body) =>
    rename.mutate(body.fullName, {
      onSuccess: ({ fullName }) => form.reset({ fullName }),
      onError: showFieldErrors(form),
    }),
  );
  return (
    <Section title="About you">
      <div className="px-(--inset) pt-4 pb-5">
        <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <dt className="text-ink-soft">Email</dt>
          <dd className="flex flex-wrap items-center gap-2 break-all">
            {user.email}
            {!user.emailConfirmed && <Badge tone="amber">Address not confirmed</Badge>}
          </dd>
          <dt className="text-ink-soft">Role</dt>
          <dd>{roleLabels[user.role]}</dd>
          {user.role === "tenant" && user.membership === "active" && <MyLeases />}
        </dl>
        <form noValidate onSubmit={save} className="space-y-4">
          <FormError error={rename.error} form={form} />
          <Field
            label="Full name"
            hint="Things you wrote or signed earlier keep your old name."
            error={form.formState.errors.fullName?.message}
            isRequired
          >
            <Input {...form.register("fullName")} maxLength={120} autoComplete="name" />
          </Field>
          <Button
            type="submit"
            disabled={!canWrite || fullName.trim() === user.fullName}
            isBusy={rename.isPending}
            busyLabel="Saving..."
          >
            Save Name
          </Button>
        </form>
      </div>
    </Section>
  );
}

/** Links to a tenant's current and former leases, of which there are only a few. */
function MyLeases() {
  const { data: leases = [] } = useQuery(endpointQuery(listLeases, { query: { limit: "10" } }));
  if (leases.length === 0) return null;
  return (
    <>
      <dt className="text-ink-soft">{leases.length === 1 ? "Lease" : "Leases"}</dt>
      <dd>
        <ul>
          {leases.map(({ id, company, property }) => (
            <li key={id}>
              <Link
                href={leasePath(id)}
                className="thumb rounded-sm font-medium text-accent-text hover:underline"
              >
                {company.name}
              </Link>
              <span className="text-ink-soft">, {property.name}</span>
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}
