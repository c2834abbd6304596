import { parentPort, workerData } from 'node:worker_threads';
import { READY } from '../threads/run-in-thread.js';
import { drawDiagram } from './draw-diagram.js';

// The entry of the thread that `createDiagramDrawer` starts, one diagram each.
// Compiling the library is not the diagram's fault.
drawDiagram('graph LR\n a --> b');
parentPort?.postMessage(READY);
parentPort?.postMessage(drawDiagram(String(workerData)));
