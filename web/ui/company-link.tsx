import { Link } from "wouter";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";

interface CompanyLinkProps {
  id: number;
  className?: string;
  /** Its name. */
  children: string;
}

/** The name of a company; for those who may read companies it leads to the company's page. */
export function CompanyLink({ id, className, children }: CompanyLinkProps) {
  if (!useMay("companies.read")) return <span className={className}>{children}</span>;
  return (
    <Link href={paths.company(id)} className={classes("rounded-sm hover:underline", className)}>
      {children}
    </Link>
  );
}

/** Several companies, one below the other. */
export const CompanyLinks = ({ companies }: { companies: readonly { id: number; name: string }[] }) =>
  companies.map(({ id, name }) => (
    <CompanyLink key={id} id={id} className="block min-h-6 w-fit">
      {name}
    </CompanyLink>
  ));
