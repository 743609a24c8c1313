#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/* curl_easy_setopt takes a value of any type, which Swift cannot pass: here is one function for each type. */

static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}

static inline CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(handle, option, list);
}

static inline CURLcode curl_set_reader(CURL *handle, curl_read_callback reader, void *source) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, reader);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_READDATA, source) : code;
}
