import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { chargeKindLabels } from "#domains/leases/terms.ts";
import { useContractForm } from "#web/contract-form.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import {
  estimateKinds,
  type NewPool,
  newPool,
  type Pool,
  pool as poolShape,
} from "../../categories-contract.ts";
import { useSavePool } from "../mutations.ts";

/** Edits the pool, or adds a new one if there is none. */
export const PoolDialog = ({ pool, onClose }: { pool?: Pool; onClose: () => void }) =>
  pool === undefined ? <AddPool onClose={onClose} /> : <EditPool pool={pool} onClose={onClose} />;

function AddPool({ onClose }: { onClose: () => void }) {
  const form = useContractForm<NewPool, NewPool>(newPool, { name: "", estimateKind: "common-area" });
  const save = useSavePool(undefined, onClose);
  return (
    <FormDialog
      title="Add Pool"
      description="A group of categories that are recovered from tenants together."
      submitLabel="Add Pool"
      busyLabel="Adding..."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate({ body }, { onError: showFieldErrors(form) }))}
      onClose={onClose}
    >
      <FormError error={save.error} form={form} />
      <PoolFields form={form} />
    </FormDialog>
  );
}

const toValues = ({ name, estimateKind }: Pool): NewPool => ({ name, estimateKind });
const toTexts = ({ name, estimateKind }: NewPool) => ({ name, estimateKind: chargeKindLabels[estimateKind] });

function EditPool({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const [base, setBase] = useState(pool);
  const form = useContractForm<NewPool, NewPool>(newPool, toValues(pool));
  const save = useSavePool(pool, onClose);
  const current = getCurrentRecord(poolShape, save.error);
  return (
    <EditDialog
      title="Edit Pool"
      description={null}
      base={base}
      setBase={setBase}
      edit={save}
      current={current}
      compare={(saved) => compareFields(labels, toTexts(toValues(saved)), toTexts(form.getValues()))}
      onSave={({ version }) =>
        void form.handleSubmit((body) => save.mutate({ body, version }, { onError: showFieldErrors(form) }))()
      }
      onKeepSaved={(saved) => form.reset(toValues(saved))}
      onClose={onClose}
    >
      {current === undefined && <FormError error={save.error} form={form} />}
      <PoolFields form={form} />
    </EditDialog>
  );
}

const estimateKindOptions = estimateKinds.map((value) => ({ value, label: chargeKindLabels[value] }));

const labels = { name: "Name", estimateKind: "Monthly charge that is its estimate" } as const;

function PoolFields({ form }: { form: UseFormReturn<NewPool, unknown, NewPool> }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label={labels.name} error={errors.name?.message} isRequired>
        <Input {...register("name")} data-autofocus autoComplete="off" maxLength={80} />
      </Field>
      <Field label={labels.estimateKind} error={errors.estimateKind?.message} isRequired>
        <Select {...register("estimateKind")} options={estimateKindOptions} />
      </Field>
    </>
  );
}
