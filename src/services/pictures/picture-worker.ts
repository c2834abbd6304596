import { parentPort, workerData } from 'node:worker_threads';
import { type DecodeRequest, decodePicture, decodePixels } from './decode.js';

// The entry of the thread that the functions of `decoder.ts` start, one picture each.
const request = workerData as DecodeRequest & { readonly isRaw?: boolean };
parentPort?.postMessage(request.isRaw === true ? decodePixels(request) : decodePicture(request));
