package io.rvi.isr.batch;

/** What is wrong with bytes that should be a batch. */
public enum BatchFault {
  /** Fewer bytes than a header, or than the header says. */
  SHORT("it is cut short"),
  /** Nothing but zeros where the header should be: space that was never written. */
  ZEROS("there are only zeros"),
  /** Not a batch at all. */
  MAGIC("it does not start with the mark of a batch"),
  /** A batch of a later format than this version of the software reads. */
  NEWER_VERSION("its format version is newer than this software reads; upgrade the software"),
  /** The header's checksum does not fit the header. */
  HEADER_CRC("its header fails its checksum"),
  /** A field of an intact header is out of range. */
  FIELD("a field of its header is out of range"),
  /** The body's checksum does not fit the body. */
  BODY_CRC("its records fail their checksum"),
  /** The records do not fill the body exactly, or are not as many as the header says. */
  RECORDS("its records do not add up");

  private final String words;

  BatchFault(String words) {
    this.words = words;
  }

  /** The fault as the end of a sentence that begins with "the batch at ...:". */
  public String words() {
    return words;
  }
}
