import { useId, useState } from "react";
import * as z from "zod/mini";
import { userMessageOf } from "#web/api-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { type Company, newCompany } from "../contract.ts";
import { currentCompanyOf, fieldErrorsOf, useEditCompany } from "./api.ts";
import { errorsOf, type LeaseErrors } from "./lease-values.ts";

/** Name and contact of a company, for all of its leases. */
export function EditCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const formId = useId();
  const [version, setVersion] = useState(company.version);
  const [name, setName] = useState(company.name);
  const [contactEmail, setContactEmail] = useState(company.contactEmail ?? "");
  const [contactPhone, setContactPhone] = useState(company.contactPhone ?? "");
  const [errors, setErrors] = useState<LeaseErrors>({});
  const edit = useEditCompany(onClose);
  const theirs = currentCompanyOf(edit.error);
  const isStale = theirs !== undefined && theirs.version !== version;
  const save = () => {
    const body = { name, contactEmail, contactPhone };
    const wrong = errorsOf(z.safeParse(newCompany, body));
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    edit.mutate({ id: company.id, version, body }, { onError: (error) => setErrors(fieldErrorsOf(error)) });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Edit Company"
      description="This changes it on all of its leases."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={edit.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {isStale && (
          <Banner
            kind="warning"
            title={userMessageOf(edit.error)}
            action={
              <Button size="sm" onClick={() => setVersion(theirs.version)}>
                Keep mine
              </Button>
            }
          >
            {`It now says: ${[theirs.name, theirs.contactEmail, theirs.contactPhone].filter(Boolean).join(", ")}. Yours is not saved yet.`}
          </Banner>
        )}
        {edit.isError && theirs === undefined && Object.keys(errors).length === 0 && (
          <Banner kind="danger" title="The company could not be saved.">
            {userMessageOf(edit.error)}
          </Banner>
        )}
        <Field label="Name" error={errors.name} isRequired>
          <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="E-mail" error={errors.contactEmail} isOptional>
          <Input
            type="email"
            value={contactEmail}
            maxLength={254}
            onChange={(event) => setContactEmail(event.target.value)}
          />
        </Field>
        <Field label="Phone" error={errors.contactPhone} isOptional>
          <Input
            type="tel"
            value={contactPhone}
            maxLength={40}
            onChange={(event) => setContactPhone(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
