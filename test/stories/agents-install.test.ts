import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineTarget } from '../../src/services/agents/registry/target.js';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';
