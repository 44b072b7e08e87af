import type { FieldValues, UseFormGetValues } from "react-hook-form";
import { userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";

interface RefusedProps<Values extends FieldValues> {
  error: unknown;
  form: { getValues: UseFormGetValues<Values> };
}

/** The server's refusal when it belongs to no field of the form. */
export function Refused<Values extends FieldValues>({ error, form }: RefusedProps<Values>) {
  if (error === null) return null;
  const sentences = Object.entries(fieldErrorsOf(error));
  const homeless = sentences.find(([name]) => !((name.split(".")[0] ?? "") in form.getValues()));
  if (homeless === undefined && sentences.length > 0) return null;
  return (
    <Banner kind="danger" title="This could not be saved.">
      {homeless?.[1] ?? userMessageOf(error)}
    </Banner>
  );
}
