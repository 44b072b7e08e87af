import type { FieldValues, UseFormGetValues } from "react-hook-form";
import { toUserMessage } from "#web/api-client.ts";
import { getFieldErrors } from "#web/error-message.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";

interface FormErrorProps<Values extends FieldValues> {
  error: unknown;
  form: { getValues: UseFormGetValues<Values> };
}

/** The server's error, unless it belongs to a field of the form. */
export function FormError<Values extends FieldValues>({ error, form }: FormErrorProps<Values>) {
  if (error === null) return null;
  const messages = Object.entries(getFieldErrors(error));
  const unmatchedMessage = messages.find(([name]) => !((name.split(".")[0] ?? "") in form.getValues()));
  if (unmatchedMessage === undefined && messages.length > 0) return null;
  return (
    <Banner kind="danger" title="Your changes couldn't be saved">
      {unmatchedMessage?.[1] ?? toUserMessage(error)}
    </Banner>
  );
}
