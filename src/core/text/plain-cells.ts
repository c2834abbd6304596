/** Text of one-cell characters, each a code unit and a grapheme. The bundle gives it to `string-width` as well. */
export const onlyPlainCells =
	/^[\x20-\x7E\xA1-\xAC\xAE-\u02FF\u0370-\u0377\u037A-\u037F\u0384-\u038A\u038E-\u03A1\u03A3-\u0482\u048A-\u052F\u1E00-\u1EFF\u2010-\u2027\u2030-\u205E\u20A0-\u20C0\u2100-\u218B\u2190-\u2319\u231C-\u2328\u232B-\u23E8\u23F4-\u2426\u2460-\u25FC\u25FF-\u2613\u2654-\u267E\u2701-\u2704\u270C-\u2727\u2729-\u274B\u2756\u2758-\u2794\u2798-\u27AF\u27C0-\u2B1A]*$/;
