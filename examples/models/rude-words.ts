/** What both the rewriting and the judging model take for rude. */
export const rudeWords = /\b(stop|obviously|whatever|you keep|next time|should have|not our)\b/i;
