/** The part of the package that is used. It isn't a dependency, because few sites need it. */
declare module "@opentelemetry/sdk-node" {
  export class NodeSDK {
    constructor(options: { serviceName: string; instrumentations: []; metricReaders: []; logRecordProcessors: [] });
    start(): void;
    shutdown(): Promise<void>;
  }
}
