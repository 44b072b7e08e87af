/**
 * Responses that the script in the page's head requested while the app was still loading. They are in a
 * global variable because that script is bundled separately.
 */
declare global {
  var earlyResponses: Map<string, EarlyResponse> | undefined;
}

interface EarlyResponse {
  response: Promise<Response>;
  /** Set once a successful response has arrived. */
  loaded?: { body: unknown; headers: Headers };
}

export function requestEarly(url: string): void {
  const response = fetch(url, { credentials: "include", headers: { Accept: "application/json" } });
  const earlyResponse: EarlyResponse = { response };
  globalThis.earlyResponses ??= new Map();
  globalThis.earlyResponses.set(url, earlyResponse);
  response
    .then(async (httpResponse) => {
      if (!httpResponse.ok) return;
      earlyResponse.loaded = { body: await httpResponse.clone().json(), headers: httpResponse.headers };
    })
    // The caller of `takeEarlyResponse` handles failures.
    .catch(() => undefined);
}

let wasTaken = false;

/** Returns the response to this request if it was requested early. Each is used only once. */
export function takeEarlyResponse(url: string): EarlyResponse | undefined {
  const early = globalThis.earlyResponses?.get(url);
  if (early === undefined) return undefined;
  wasTaken = true;
  globalThis.earlyResponses?.delete(url);
  return early;
}

/** Like `takeEarlyResponse`, but only if the response has arrived, so that a page can render with it. */
export const takeLoadedResponse = (url: string): EarlyResponse["loaded"] =>
  globalThis.earlyResponses?.get(url)?.loaded && takeEarlyResponse(url)?.loaded;

/** Whether the page might show data that was requested before it loaded. */
export const wasEarlyResponseTaken = (): boolean => wasTaken;

export function discardEarlyResponses(): void {
  globalThis.earlyResponses?.clear();
  wasTaken = false;
}
