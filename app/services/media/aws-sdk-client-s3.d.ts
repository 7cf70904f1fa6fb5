/** The types of the package that the site uses. The package isn't a dependency, because few sites need it. */
declare module "@aws-sdk/client-s3" {
  type Place = { Bucket: string; Key: string };
  class HeadObjectCommand {
    private readonly type: "head";
    constructor(input: Place);
  }
  class GetObjectCommand {
    private readonly type: "get";
    constructor(input: Place);
  }
  class PutObjectCommand {
    private readonly type: "put";
    constructor(input: Place & { Body: Uint8Array });
  }
  type SendOptions = { abortSignal: AbortSignal };
  export class S3Client {
    constructor(options: {
      forcePathStyle: boolean;
      maxAttempts: number;
      requestChecksumCalculation: "WHEN_REQUIRED";
      responseChecksumValidation: "WHEN_REQUIRED";
    });
    send(command: HeadObjectCommand, options: SendOptions): Promise<{ LastModified?: Date }>;
    send(
      command: GetObjectCommand,
      options: SendOptions,
    ): Promise<{ Body?: { transformToByteArray(): Promise<Uint8Array> } }>;
    send(command: PutObjectCommand, options: SendOptions): Promise<object>;
  }
}
