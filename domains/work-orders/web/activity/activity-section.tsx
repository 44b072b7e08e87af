import type { ReactNode, Ref } from "react";
import { Section } from "#web/ui/page/section.tsx";
import { Verification } from "./verification.tsx";

interface ActivitySectionProps {
  id: number;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The log of a work order, with the button that verifies it. */
export const ActivitySection = ({ id, headingRef, children }: ActivitySectionProps) => (
  <Section
    title="Activity Log"
    {...(headingRef === undefined ? {} : { titleRef: headingRef })}
    action={<Verification id={id} />}
    className="[&_h2]:scroll-mb-56"
  >
    <div className="py-3.5">{children}</div>
  </Section>
);
