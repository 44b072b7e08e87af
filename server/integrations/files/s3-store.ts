import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { AppError, notFound, unavailable } from "#shared/errors.ts";
import type { S3Settings } from "../../config.ts";
import type { Services } from "../../http/context.ts";
import { boundedQueue } from "../../http/protection/bounded-queue.ts";
import { portalSender } from "../../http/requests/sender.ts";
import { StartupError } from "../../startup-error.ts";
import { type FileStore, isKey, newKey, requireKey, sweepBatchSize } from "./file-store.ts";
import { openIncomingFolder } from "./incoming-folder.ts";

interface S3StoreOptions {
  /** The folder on this machine for files that are being received. */
  incoming: string;
  log: Pick<Services["log"], "warn">;
}

/** The number of connections to the storage. Each slow download holds one. */
const maxConnections = 200;

/** The time limits for a storage that accepts connections but doesn't respond. They include all retries. */
const timeoutSeconds = { start: 5, upload: 60 };

/** Files are sent from memory so that the SDK can retry, so only a few are sent at a time. */
const queueSending = boundedQueue({ concurrency: 4, maxWaiting: 200 });

/**
 * Stores files in a dedicated bucket on S3-compatible object storage. Each file is sent whole with its hash,
 * so that the storage rejects corrupted uploads. If the storage is unreachable now, only a warning is logged.
 * @throws StartupError if the storage denies access to the bucket
 */
export async function openS3Store(
  { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings,
  { incoming: incomingPath, log }: S3StoreOptions,
): Promise<FileStore> {
  // Loaded only if a bucket is set.
  const s3 = await import("@aws-sdk/client-s3");
  const agent = { keepAlive: true, maxSockets: maxConnections };
  const client = new s3.S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === undefined ? {} : { endpoint: endpoint.origin, forcePathStyle: true }),
    // Some storages reject these checksum headers. All of them check the hash in each request's signature.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 3_000,
      socketTimeout: 30_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  const incoming = await openIncomingFolder(incomingPath);

  const putObject = (Key: string, Body: Buffer) =>
    translateErrors(
      client.send(new s3.PutObjectCommand({ Bucket, Key, Body }), withTimeout(timeoutSeconds.upload)),
    );

  const deleteObject = async (Key: string) => {
    await translateErrors(client.send(new s3.DeleteObjectCommand({ Bucket, Key })));
  };

  await client
    .send(new s3.HeadBucketCommand({ Bucket }), withTimeout(timeoutSeconds.start))
    .catch((error: unknown) => {
      const status = getHttpStatus(error);
      if (status !== undefined && status < 500 && status !== 429)
        throw new StartupError(
          `S3_BUCKET: access to the bucket was denied (${status}). Check S3_BUCKET, S3_REGION, S3_ENDPOINT, and the keys.`,
        );
      log.warn({ err: toAppError(error) }, "File storage isn't reachable. Uploads are rejected until it is.");
    });

  return {
    async put(content, extension) {
      const key = newKey(extension);
      await queueSending(portalSender, () => putObject(key, content));
      return { key, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
    },
    createReceivePath: () => incoming.createPath(),
    async storeReceived({ path, bytes, sha256 }, extension) {
      const key = newKey(extension);
      await queueSending(portalSender, async () => putObject(key, await readFile(path)));
      await rm(path, { force: true });
      return { key, bytes, sha256 };
    },
    async read(key, range) {
      const object = await translateErrors(
        client.send(
          new s3.GetObjectCommand({
            Bucket,
            Key: requireKey(key),
            ...(range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }),
          }),
        ),
      );
      const total = object.ContentRange?.split("/")[1] ?? object.ContentLength;
      return { stream: object.Body as Readable, bytes: Number(total) };
    },
    restore: async (key, content) => {
      await queueSending(portalSender, () => putObject(requireKey(key), content));
    },
    async isEmpty() {
      const found = await translateErrors(client.send(new s3.ListObjectsV2Command({ Bucket, MaxKeys: 1 })));
      return (found.Contents ?? []).length === 0;
    },
    remove: (key) => deleteObject(requireKey(key)),
    async sweep(before, findReferenced) {
      let sweptCount = await incoming.sweep(before);
      const removeUnreferenced = async (keys: string[]) => {
        const referencedKeys = new Set(await findReferenced(keys));
        const unreferencedKeys = keys.filter((key) => !referencedKeys.has(key));
        for (const key of unreferencedKeys) await deleteObject(key);
        sweptCount += unreferencedKeys.length;
      };
      const pages = s3.paginateListObjectsV2({ client, pageSize: sweepBatchSize }, { Bucket });
      for (
        let page = await translateErrors(pages.next());
        page.done !== true;
        page = await translateErrors(pages.next())
      ) {
        const oldKeys = (page.value.Contents ?? [])
          .filter(({ LastModified }) => LastModified !== undefined && LastModified < before)
          .map(({ Key = "" }) => Key)
          .filter(isKey);
        if (oldKeys.length > 0) await removeUnreferenced(oldKeys);
      }
      return sweptCount;
    },
  };
}

const withTimeout = (seconds: number) => ({ abortSignal: AbortSignal.timeout(seconds * 1000) });

const getHttpStatus = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/**
 * Translates the storage's errors.
 * @throws AppError not_found, disk_full, unavailable
 */
const translateErrors = <T>(response: Promise<T>): Promise<T> =>
  response.catch((error: unknown) => {
    throw toAppError(error);
  });

function toAppError(error: unknown): AppError {
  const status = getHttpStatus(error);
  const { name, message } = error as Error;
  if (status === 404 && name !== "NoSuchBucket") return notFound("file");
  const problem =
    status === 507
      ? new AppError("disk_full", "There's no storage space left. Contact your administrator.")
      : unavailable("File storage isn't reachable right now. Please try again in a minute.", 60);
  // The contents of the request aren't logged.
  problem.cause = new Error(`${name}: ${message}${status === undefined ? "" : ` (${status})`}`);
  return problem;
}
