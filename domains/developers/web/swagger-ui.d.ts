/** The package has no types. These cover what reference.tsx uses. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    spec: unknown;
    docExpansion: "none";
    defaultModelsExpandDepth: number;
    filter: boolean;
    supportedSubmitMethods: string[];
    validatorUrl: null;
    plugins: (() => {
      wrapComponents?: Record<string, () => () => null>;
      fn?: {
        resolveSubtree: (document: unknown, path: string[]) => Promise<{ spec: unknown; errors: never[] }>;
      };
    })[];
  }): void;
}
