import { Logo } from "#web/ui/logo.tsx";
import { PictureButtons } from "#web/ui/picture-buttons.tsx";
import { useChangeLogo } from "./api.ts";

/** The logo with its buttons, which save at once. */
export function LogoField({ logo }: { logo: string | null }) {
  const change = useChangeLogo();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:col-span-2">
      <legend className="mb-1.5 font-medium text-sm">Logo</legend>
      <span className="flex h-16 min-w-16 items-center justify-center rounded-control border border-line bg-white p-2">
        {logo === null ? (
          <Logo className="size-10" />
        ) : (
          <img src={logo} alt="The organization's logo" className="max-h-full max-w-40 object-contain" />
        )}
      </span>
      <div>
        <PictureButtons
          label="Logo of the organization"
          noun="Logo"
          hasPicture={logo !== null}
          isSaving={change.isPending}
          onChange={change.mutate}
        />
        <p className="mt-1 text-ink-soft text-sm">
          Best with a transparent ground, at least 100 pixels high. Saved at once.
        </p>
      </div>
    </fieldset>
  );
}
