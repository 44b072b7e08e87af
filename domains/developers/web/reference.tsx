import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import "swagger-ui-dist/swagger-ui.css";
import "./reference.css";

/**
 * Every endpoint of the API, rendered by Swagger UI from the OpenAPI document. Reads can be tried with the
 * user's own session.
 */
export function Reference() {
  const container = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, refetch } = useQuery<object>({ queryKey: ["/api/openapi.json"] });
  useEffect(followTheme, []);
  useEffect(() => {
    if (container.current === null || data === undefined) return;
    SwaggerUI({
      domNode: container.current,
      // Without servers, it calls the page's own origin, the only one the page can call.
      spec: { ...data, servers: undefined },
      docExpansion: "none",
      defaultModelsExpandDepth: -1,
      filter: true,
      supportedSubmitMethods: ["get"],
      validatorUrl: null,
      plugins: [withoutTitleAndAuthorize, withFastReferences],
    });
  }, [data]);
  return (
    <>
      {data === undefined &&
        (error === null ? (
          <SkeletonRows count={8} />
        ) : (
          <ErrorState
            title="Couldn't load the reference."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ))}
      <div ref={container} />
    </>
  );
}

const renderNothing = () => () => null;
/** The page has its own title, and its session authenticates the calls. */
const withoutTitleAndAuthorize = () => ({
  wrapComponents: {
    InfoContainer: renderNothing,
    authorizeBtn: renderNothing,
    authorizeOperationBtn: renderNothing,
  },
});

/**
 * Swagger UI's own resolver reads the whole OpenAPI 3.1 document again for each operation that is opened,
 * which takes seconds (swagger-api/swagger-ui#10748).
 */
const withFastReferences = () => ({
  fn: {
    resolveSubtree: (document: unknown, path: string[]) =>
      Promise.resolve({ spec: followReferences(document, getPath(document, path)), errors: [] }),
  },
});

/**
 * Returns a copy of `node` with each `$ref` replaced by its target. The document's references never form a
 * cycle.
 */
function followReferences(document: unknown, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => followReferences(document, item));
  if (typeof node !== "object" || node === null) return node;
  if ("$ref" in node)
    return followReferences(document, getPath(document, String(node.$ref).split("/").slice(1)));
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, followReferences(document, value)]),
  );
}

const getPath = (document: unknown, path: string[]): unknown =>
  path.reduce((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);

/** Swagger UI has its own class for the dark theme. */
function followTheme() {
  const { classList } = document.documentElement;
  const syncDarkMode = () => {
    const isDark = classList.contains("dark");
    if (classList.contains("dark-mode") !== isDark) classList.toggle("dark-mode", isDark);
  };
  syncDarkMode();
  const observer = new MutationObserver(syncDarkMode);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => {
    observer.disconnect();
    classList.remove("dark-mode");
  };
}
