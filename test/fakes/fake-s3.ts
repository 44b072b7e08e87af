import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const bucket = "papers";
const accessKeyId = "AKIAFAKE";

interface StoredObject {
  content: Buffer;
  at: Date;
}

/** A fake object storage with the part of S3 that the portal uses and with failures controlled by the test. */
export interface FakeS3 {
  /** The environment of a portal that stores its files here. */
  environment: Record<string, string>;
  /** The stored objects by key. */
  objects: Map<string, StoredObject>;
  /** The methods of all requests in order, such as `PUT`. */
  requests: string[];
  /** Responds with this status to the next `times` requests with the method, after reading them. */
  rejectNext(method: string, status: number, times?: number): void;
  /**
   * Closes the connection of the next `times` requests with the method: halfway through the response, or
   * before anything is stored.
   */
  disconnectNext(method: string, times?: number): void;
  /** Changes a byte of the next uploaded file. */
  corruptNext(): void;
  /** The number of requests in progress. */
  activeRequests(): number;
  /** Accepts requests without responding until `release`. */
  hold(): void;
  release(): void;
  /** Stops listening until `restart`. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const rejections = new Map<string, number[]>();
  const cuts = new Map<string, number>();
  let isDamaged = false;
  let activeCount = 0;
  let isHeld = false;
  let heldRequests: (() => void)[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    requests.push(method);
    const isCut = (cuts.get(method) ?? 0) > 0;
    if (isCut) cuts.set(method, (cuts.get(method) ?? 0) - 1);
    if (isCut && method !== "GET") {
      await once(request, "data");
      return void request.socket.destroy();
    }
    const content = Buffer.concat(await request.toArray());
    if (isHeld) await new Promise<void>((resolve) => heldRequests.push(resolve));
    const rejection = rejections.get(method)?.shift();
    if (rejection !== undefined) return sendError(response, rejection, "InternalError");
    const url = new URL(request.url ?? "/", "http://s3");
    const [, name, key] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (!isSigned(headers)) return sendError(response, 403, "InvalidAccessKeyId");
    if (name !== bucket || key === undefined) return sendError(response, 404, "NoSuchBucket");
    if (key === "") {
      if (method === "HEAD") return void response.writeHead(200).end();
      return answerXml(response, 200, listObjects(objects, url.searchParams));
    }
    switch (method) {
      case "PUT": {
        if (isDamaged) {
          isDamaged = false;
          content[content.length >> 1] = 255 - (content[content.length >> 1] ?? 0);
        }
        if (headers["x-amz-content-sha256"] !== createHash("sha256").update(content).digest("hex"))
          return sendError(response, 400, "XAmzContentSHA256Mismatch");
        objects.set(key, { content, at: new Date() });
        return void response.writeHead(200, { etag: `"${randomUUID()}"` }).end();
      }
      case "GET":
        return sendObject(response, objects.get(key), { range: headers.range, isCut });
      case "DELETE":
        objects.delete(key);
        return void response.writeHead(204).end();
      default:
        return sendError(response, 405, "MethodNotAllowed");
    }
  }

  const server = createServer((request, response) => {
    activeCount += 1;
    response.once("close", () => {
      activeCount -= 1;
    });
    // Ignores requests aborted by the client.
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return {
    environment: {
      S3_BUCKET: bucket,
      S3_REGION: "eu-central-1",
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: "secret of the fake",
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
    },
    objects,
    requests: requests,
    rejectNext: (method, status, times = 1) =>
      void rejections.set(
        method,
        Array.from({ length: times }, () => status),
      ),
    disconnectNext: (method, times = 1) => void cuts.set(method, times),
    corruptNext: () => {
      isDamaged = true;
    },
    activeRequests: () => activeCount,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const resume of heldRequests) resume();
      heldRequests = [];
    },
    stop,
    async restart() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    close: () => (server.listening ? stop() : Promise.resolve()),
  };
}

const isSigned = ({ authorization = "", ...headers }: IncomingMessage["headers"]) =>
  authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`) &&
  /Signature=[0-9a-f]{64}$/.test(authorization) &&
  headers["x-amz-date"] !== undefined;

function sendObject(
  response: ServerResponse,
  object: StoredObject | undefined,
  { range, isCut }: { range: string | undefined; isCut: boolean },
): void {
  if (object === undefined) return sendError(response, 404, "NoSuchKey");
  const total = object.content.length;
  const [, first = "0", last = String(total - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  const content = object.content.subarray(Number(first), Number(last) + 1);
  response.writeHead(range === undefined ? 200 : 206, {
    "content-length": content.length,
    ...(range === undefined ? {} : { "content-range": `bytes ${first}-${last}/${total}` }),
  });
  if (!isCut) return void response.end(content);
  response.write(content.subarray(0, content.length >> 1), () => response.destroy());
}

function listObjects(objects: Map<string, StoredObject>, query: URLSearchParams): string {
  const keys = [...objects.keys()].sort();
  const from = keys.findIndex((key) => key > (query.get("continuation-token") ?? ""));
  const page = from < 0 ? [] : keys.slice(from, from + Number(query.get("max-keys") ?? 1000));
  const isMore = from >= 0 && from + page.length < keys.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified><Size>${objects.get(key)?.content.length}</Size></Contents>`,
  );
  const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return `<ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isMore}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`;
}

const sendError = (response: ServerResponse, status: number, code: string) =>
  answerXml(response, status, `<Error><Code>${code}</Code><Message>Sent by the fake</Message></Error>`);

const answerXml = (response: ServerResponse, status: number, xml: string): void =>
  void response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
