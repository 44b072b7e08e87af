import { matchRoute, useLocation, useRouter } from "wouter";
import { pages } from "#web/pages.ts";

const patterns = pages.flatMap((page) => page.patterns);

/** Returns the page for the current path and the pattern that matches, or undefined for both. */
export function usePage() {
  const [path] = useLocation();
  const { parser } = useRouter();
  const pattern = patterns.find((candidate) => matchRoute(parser, candidate, path)[0]);
  const page = pages.find((candidate) => candidate.patterns.some((one) => one === pattern));
  return { page, pattern };
}
