import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import * as z from "zod/mini";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { paths } from "#web/paths.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { newLease } from "../contract.ts";
import { useCreateLease } from "./api.ts";
import { LeaseFields } from "./lease-fields.tsx";
import { bodyOf, errorsOf, type LeaseErrors, type LeaseValues } from "./lease-values.ts";
import { Refused } from "./refused.tsx";
import { todayHere } from "./words.ts";

/** Records a lease, begun or as a draft. */
export default function NewLeasePage() {
  if (!useMay("leases.create")) return <AccessDenied />;
  return (
    <>
      <PageHeader title="New Lease" description="Who has which units, and from when." />
      <NewLeaseForm />
    </>
  );
}

/** One for all attempts to save what the form holds, so that a second press makes no second lease. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

function NewLeaseForm() {
  const [, navigate] = useLocation();
  const preset = new URLSearchParams(useSearch());
  const [values, setValues] = useState<LeaseValues>(() => ({
    companyName: "",
    propertyId: preset.get("propertyId") ?? "",
    unitIds: [Number(preset.get("unitId"))].filter((id) => Number.isSafeInteger(id) && id > 0),
    from: todayHere(),
    to: "",
  }));
  const [isDraft, setIsDraft] = useState(false);
  const [errors, setErrors] = useState<LeaseErrors>({});
  const [key, setKey] = useState(newKey);
  const canWrite = useIsServerReachable();
  const create = useCreateLease(({ id, state }) =>
    navigate(state === "draft" ? paths.termsOfLease(id) : paths.lease(id)),
  );
  const change = (changed: Partial<LeaseValues>) => {
    setValues({ ...values, ...changed });
    setKey(newKey());
  };
  const save = () => {
    const body = {
      ...bodyOf(values),
      propertyId: Number(values.propertyId),
      state: isDraft ? ("draft" as const) : ("active" as const),
    };
    const wrong = errorsOf(z.safeParse(newLease, body));
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    create.mutate({ body, key }, { onError: (error) => setErrors(fieldErrorsOf(error)) });
  };
  return (
    <Card className="max-w-3xl">
      <form
        noValidate
        className="space-y-5 p-4 sm:p-6"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Refused error={create.error} />
        <LeaseFields values={values} errors={errors} onChange={change} />
        <Checkbox
          label="Keep as a draft"
          hint="A draft holds no unit and tells nobody. You can change everything until you activate it. Next you write what it costs."
          checked={isDraft}
          onChange={(event) => {
            setIsDraft(event.target.checked);
            setKey(newKey());
          }}
        />
        <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-5 max-sm:*:flex-1">
          <ButtonLink href={paths.leases}>Cancel</ButtonLink>
          <Button
            type="submit"
            variant="primary"
            disabled={!canWrite}
            isBusy={create.isPending}
            busyLabel="Saving..."
          >
            {isDraft ? "Save Draft" : "Record Lease"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
