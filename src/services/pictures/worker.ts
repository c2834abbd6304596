import { parentPort, workerData } from 'node:worker_threads';
import { type DecodeRequest, decodePicture } from './decode.js';

// The entry of the thread that `createPictureDecoder` starts, one picture each.
parentPort?.postMessage(decodePicture(workerData as DecodeRequest));
