import type { ReactNode } from "react";
import { type PublicConfig, readConfig } from "#domains/settings/public-config-contract.ts";
import { ThemeSwitch } from "#web/theme/theme-switch.tsx";
import { classes } from "#web/ui/classes.ts";
import { Logo } from "#web/ui/page/logo.tsx";
import { useResponse } from "#web/use-response.ts";

export type Brand = Pick<PublicConfig, "name" | "logo">;

/** The portal's brand, used while the organization's brand is unknown. */
export const portalBrand: Brand = { name: "Property Management Portal", logo: null };

/**
 * The organization's logo, or else the portal's. The organization's logo keeps a light background in the dark
 * theme because most logos are designed for paper.
 */
export function BrandLogo({ brand: { logo } }: { brand: Brand }) {
  if (logo === null) return <Logo />;
  return (
    <img
      src={logo}
      alt=""
      className="h-8 w-auto max-w-32 rounded-sm object-contain dark:bg-white dark:p-0.5"
    />
  );
}

/** The logo and the name. The name is empty until it loads, so the wrong name never flashes. */
export const BrandName = ({ brand, isLogoOnly = false }: { brand?: Brand; isLogoOnly?: boolean }) => (
  <>
    {brand !== undefined && <BrandLogo brand={brand} />}
    {!isLogoOnly && (
      <span className="line-clamp-2 min-w-0 flex-1 font-semibold text-sm leading-4 tracking-[-0.005em]">
        {brand?.name}
      </span>
    )}
  </>
);

/** The header of pages outside the layout. */
export function PublicHeader({ className }: { className: string }): ReactNode {
  const config = useResponse(readConfig);
  const brand = config.state === "failed" ? portalBrand : config.data;
  return (
    <header className={classes("flex min-h-14 items-center gap-2.5 py-4 sm:py-5", className)}>
      <BrandName brand={brand} />
      <ThemeSwitch />
    </header>
  );
}
