import { userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";

/** What the server refused that belongs to no field. */
export function Refused({ error }: { error: unknown }) {
  if (error === null || Object.keys(fieldErrorsOf(error)).length > 0) return null;
  return (
    <Banner kind="danger" title="This could not be saved.">
      {userMessageOf(error)}
    </Banner>
  );
}
